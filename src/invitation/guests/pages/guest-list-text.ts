/** The pasted list of a form, or the text of its file: UTF-8, else the Greek code page that older Excels write. */
export async function readGuestListText(form: FormData): Promise<string> {
  const file = form.get('file')
  if (!(file instanceof Blob) || file.size === 0) return String(form.get('list') ?? '')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1253').decode(bytes)
  }
}
