import { openStorage } from '../../ui/browser/storage.ts'
import { giverDraftStorageKey } from './cart-store.ts'
import { type CheckoutFormValues, readCheckoutForm } from './checkout-result.ts'

/** As stored in session storage; don't rename its fields, because open tabs have them. */
interface GiverDraft {
  registry_id: string
  typed: CheckoutFormValues
}

const storage = openStorage('session')

/** Saves in this tab what the giver has typed, so that it is there again with another gift. */
export function saveGiverDraft(registryId: string, form: HTMLFormElement): void {
  const draft: GiverDraft = { registry_id: registryId, typed: readCheckoutForm(new FormData(form)) }
  storage.write(giverDraftStorageKey, JSON.stringify(draft))
}

/** Null for another registry, whose hosts must not get what was typed for this one. */
export function readGiverDraft(registryId: string): CheckoutFormValues | null {
  try {
    const draft = JSON.parse(storage.read(giverDraftStorageKey) ?? 'null') as GiverDraft | null
    return draft?.registry_id === registryId ? draft.typed : null
  } catch {
    return null
  }
}

export function removeGiverDraft(): void {
  storage.remove(giverDraftStorageKey)
}
