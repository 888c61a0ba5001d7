/** E.164 as people here write it: «694 412 3456»; a number of another country as it is. */
export function formatPhone(number: string): string {
  return number.replace(/^\+30(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
}
