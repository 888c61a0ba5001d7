import { useEffect } from 'react'

/** Fields with what was typed or ticked in them, and pressed buttons (with null), in their order. */
export type EarlyInput = Map<HTMLElement, string | boolean | null> & { begun?: true }

declare global {
  interface Window {
    /** There until the page is alive. */
    doneEarly?: EarlyInput | undefined
  }
}

/**
 * Runs in the document before anything is drawn, and notes what a visitor types and presses until the page's scripts
 * have arrived. Forms and links work by themselves; fields that scripts follow, and buttons of theirs, do not. Once
 * React has begun it answers a press itself, and brings the pressed part to life for it; a press that comes after
 * something of which React does not know yet waits for its turn.
 */
export const earlyInputScript = `window.doneEarly = new Map;
addEventListener("input", ({ target }) => window.doneEarly?.set(target, /^(checkbox|radio)$/.test(target.type) ? target.checked : target.value), true);
addEventListener("click", event => {
  const early = window.doneEarly, button = early && event.target.closest?.("button[type=button]");
  if (!button || early.begun && !early.size) return;
  early.set(button, null);
  if (early.begun) event.stopImmediatePropagation()
}, true);
`

/** Has it all done again once the page is alive: nothing typed is lost, and no first press. */
export function useReplayEarlyInput(): void {
  useEffect(() => {
    const early = window.doneEarly
    const ends = () => {
      window.doneEarly = undefined
    }
    if (!early?.size) return ends()
    // Until the few lines for it have come, presses still wait their turn.
    import('./replay-early-input.ts').finally(ends).then(({ replayEarlyInput: doAgain }) => doAgain(early))
  }, [])
}
