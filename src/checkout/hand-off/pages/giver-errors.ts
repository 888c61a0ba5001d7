import { m } from '../../../paraglide/messages.js'

/** The sentence beside the refused name of a giver; null when it isn't refused. */
export function giverNameError(key: string | undefined, visibility: string): string | null {
  if (!key) return null
  if (key === 'text_address') return m.text_address()
  if (key !== 'giver_name_required') return m.name_long()
  return visibility === 'anonymous' ? null : m.giver_name_required()
}

/** The sentence beside a refused message of a giver; null when it isn't refused. */
export function giverMessageError(key: string | undefined): string | null {
  if (!key) return null
  return key === 'text_address' ? m.text_address() : m.message_long()
}
