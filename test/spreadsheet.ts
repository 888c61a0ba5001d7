import { inflateRawSync } from 'node:zlib'

/** One file of a ZIP archive, found by the archive's directory. */
function readZipEntry(zip: Buffer, name: string): string {
  for (let at = zip.readUInt32LE(zip.length - 6); zip.readUInt32LE(at) === 0x02014b50; ) {
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20))
      return (zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString()
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`${name} is missing`)
}

/** The numbers of the first sheet of a workbook, row by row; texts are left out. */
export async function readSheetNumbers(answer: Response): Promise<number[][]> {
  const sheet = readZipEntry(Buffer.from(await answer.arrayBuffer()), 'xl/worksheets/sheet1.xml')
  return [...sheet.matchAll(/<row\b.*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c\b([^>]*)>(?:<v>)([^<]*)<\/v><\/c>/g)]
      .filter(([, attributes = '']) => !/t="(?:s|inlineStr|str)"/.test(attributes))
      .map(([, , value]) => Number(value)),
  )
}
