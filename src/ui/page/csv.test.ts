import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvEuro, toCsv } from './csv.ts'

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
)

test('what is written is read again, and no cell is a formula', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('en' as const, 'el' as const),
      (rows, language) => {
        const text = toCsv(rows, language)
        expect(text.startsWith('\ufeff')).toBe(true)
        const written = read(text, language === 'el' ? ';' : ',')
        expect(written.map(row => row.map(one => one.replace(/^'/, '')))).toEqual(
          rows.map(row => row.map(one => one.replaceAll('\0', '').replace(/^'/, ''))),
        )
        for (const one of written.flat().filter(text => !/^-\d+$/.test(text)))
          expect(one).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/)
      },
    ),
  )
})

test('an amount below zero stays a number', () => {
  const amounts = [formatCsvEuro(-3845, 'el'), formatCsvEuro(-3845, 'en'), '-1+2', '-2,5,1']
  expect(read(toCsv([amounts], 'el'), ';')).toEqual([['-38,45', '-38.45', "'-1+2", "'-2,5,1"]])
})
