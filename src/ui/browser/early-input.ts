import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { isSecretField } from '../form/secret-fields.ts'
import type { EarlyInput } from './replay-early-input.ts'
import { openStorage } from './storage.ts'

declare global {
  interface Window {
    /** Defined until the page is hydrated. */
    earlyInput?: EarlyInput | undefined
  }
}

/**
 * Runs in the document before the first paint and records what a visitor types and presses until the page is hydrated.
 * Forms and links work by themselves; controlled fields and buttons with a handler do not. Once React hydrates, it
 * replays a click itself, unless input is recorded of which React does not know yet: then the click is recorded, too. A
 * form sent without a network stays where it is: the browser's error page would take the place of what was typed (R814).
 */
export const earlyInputScript = () => `window.earlyInput = new Map;
addEventListener("input", ({ target }) => window.earlyInput?.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value), true);
addEventListener("click", event => {
  const early = window.earlyInput, button = early && event.target.closest?.("button[type=button]");
  if (!button || early.isHydrating && !early.size) return;
  early.set(button, null);
  if (early.isHydrating) event.stopImmediatePropagation()
}, true);
addEventListener("submit", event => {
  if (!window.earlyInput || navigator.onLine) return;
  event.preventDefault();
  alert(${JSON.stringify(m.site_no_response())})
}, true);
`

const typedKey = 'typed'
const storage = openStorage('session')

/** Keeps what stands in the page's forms, but passwords and codes, for the same page in another language (R801). */
export function keepTyped(): void {
  const forms = [...document.forms].filter(form => form.method === 'post')
  const typed = forms.map(form => [...new FormData(form)].filter(([name]) => !isSecretField(name)))
  storage.write(typedKey, JSON.stringify([window.location.pathname, typed]))
}

/**
 * Replays the recorded input once the page is hydrated, so that nothing typed or pressed early is lost (R815), nor what
 * was typed in another language.
 */
export function useReplayEarlyInput(): void {
  useEffect(() => {
    const typed = storage.read(typedKey)
    const early = window.earlyInput
    const stopRecording = () => {
      window.earlyInput = undefined
    }
    if (!early || (early.size === 0 && typed === null)) return stopRecording()
    storage.remove(typedKey)
    // While the replay's code is loading, clicks are still recorded.
    import('./replay-early-input.ts')
      .finally(stopRecording)
      .then(({ replayEarlyInput }) => replayEarlyInput(early, typed))
  }, [])
}
