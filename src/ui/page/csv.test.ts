import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { unescapeFormulas } from '../../base/formula-cells.ts'
import { formatCsvEuro, toCsv } from './table-response.ts'

/** Reads what RFC 4180 says of quoted cells. */
function read(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell, end] of text.slice(1).matchAll(/"((?:[^"]|"")*)"(\r\n|[,;])/g)) {
    rows.at(-1)!.push(cell!.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
    else expect(end).toBe(separator)
  }
  return rows.slice(0, -1)
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('=1+1', '+30', '-1', '@x', '\tx', '\rx', '\0=x', ' =x', '＝x', 'a"b', 'α;β', 'a\r\nb'),
  fc.constantFrom('a;=1+1;b', 'a,@x', 'a\t+1', 'a\n-1', 'a; "=1"', "a;'=1", "'=1", ';"=1+1'),
)

test('what is written is read again, and no cell is a formula, by whichever separator the file is read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('en' as const, 'el' as const),
      (rows, language) => {
        const text = toCsv(rows, language)
        expect(text.startsWith('\ufeff')).toBe(true)
        const written = read(text, language === 'el' ? ';' : ',')
        expect(written.map(row => row.map(unescapeFormulas))).toEqual(
          rows.map(row => row.map(one => one.replaceAll('\0', ''))),
        )
        for (const delimiter of [',', ';', '\t'])
          for (const one of Papa.parse<string[]>(text.slice(1), { delimiter }).data.flat())
            expect(one).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
        // Whatever a spreadsheet program makes of quotes in the middle of a cell.
        for (const one of text.slice(1).split(/[,;\t\r\n]/)) expect(one).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/)
      },
    ),
  )
})

test('an amount below zero stays a number, and a telephone as we write it', () => {
  const amounts = [formatCsvEuro(-3845, 'el'), formatCsvEuro(-3845, 'en'), { formatted: '+44 20 7946 0958' }]
  expect(read(toCsv([[...amounts, '-1+2', '-1']], 'el'), ';')).toEqual([
    ['-38,45', '-38.45', '+44 20 7946 0958', "'-1+2", "'-1"],
  ])
})
