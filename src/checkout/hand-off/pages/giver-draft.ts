import { openStorage } from '../../../ui/browser/storage.ts'
import type { CheckoutFormValues } from '../../cart/pages/cart-page.tsx'
import { giverDraftStorageKey } from '../../cart/pages/cart-store.ts'

interface Kept {
  registry_id: string
  typed: CheckoutFormValues
}

const store = openStorage('session')

/** Keeps in this tab what the giver has typed so far: who goes back for another gift types nothing twice. */
export function saveGiverDraft(registryId: string, form: HTMLFormElement): void {
  const fields = new FormData(form)
  const text = (name: string) => String(fields.get(name) ?? '')
  const messages = [...fields.keys()].filter(name => name.startsWith('message-'))
  const typed = {
    giver_name: text('giver_name'),
    visibility: text('visibility') || 'full',
    message: text('message'),
    messages: Object.fromEntries(messages.map(name => [name.slice('message-'.length), text(name)])),
  }
  store.write(giverDraftStorageKey, JSON.stringify({ registry_id: registryId, typed } satisfies Kept))
}

/** What the giver of that registry's cart has typed; words to other hosts are not for these. */
export function readGiverDraft(registryId: string): CheckoutFormValues | null {
  try {
    const kept = JSON.parse(store.read(giverDraftStorageKey) ?? 'null') as Kept | null
    return kept?.registry_id === registryId ? kept.typed : null
  } catch {
    return null
  }
}
