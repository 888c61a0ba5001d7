/**
 * Texts in files for spreadsheets. A spreadsheet reads a file by commas, semicolons or tabs as its reader's country has
 * them, whatever we wrote, so that a cell may begin after each of these, and runs what begins with one of the signs (R717).
 */
const separators = ',;\t\r\n'
const signs = '=+-@＝＋－＠'
/** What a spreadsheet may skip before a sign; our own apostrophe is among it, so that what is written can be read again. */
const isSkipped = (character: string) => /[\s"']/.test(character)

/** Puts an apostrophe where a cell may begin and would be run. */
export function escapeFormulas(text: string): string {
  return walkBackwards(text, (character, begins) => (begins ? ["'", character] : [character]))
}

/** The text as it was before `escapeFormulas`. */
export function unescapeFormulas(text: string): string {
  return walkBackwards(text, (character, begins) => (begins && character === "'" ? [] : [character]))
}

/**
 * `begins`: a cell may begin with this character and lead to a sign. Works from the end, so that it looks at each
 * character once.
 */
function walkBackwards(text: string, edit: (character: string, begins: boolean) => string[]): string {
  const edited: string[] = []
  let leadsToSign = false
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at)
    leadsToSign = signs.includes(character) || (leadsToSign && isSkipped(character))
    const mayBegin = at === 0 || separators.includes(text.charAt(at - 1))
    edited.push(...edit(character, mayBegin && leadsToSign).reverse())
  }
  return edited.reverse().join('')
}
