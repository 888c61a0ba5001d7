/** One key for each mailbox: case and compatible letter forms do not make another account (R105). */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}
