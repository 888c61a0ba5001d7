import { unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/universal'
import { maxGuestImportLines, maxListColumns } from '../guests.contract.ts'

/** The cells of the first sheet that has any, and the names of the others. */
interface Workbook {
  rows: string[][]
  otherSheets: string[]
}

const maxUnpackedBytes = 20_000_000

/** Only `src/main/worker.ts` calls it: a small file may hold very much, and end the process that reads it. */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Workbook | { problem: 'large' | 'broken' }> {
  try {
    if (unpackedSize(bytes) > maxUnpackedBytes) return { problem: 'large' }
    const sheets = (await readExcelFile(bytes.slice().buffer)).filter(({ data }) => data.length > 0)
    const [first, ...others] = sheets
    if (!first) return { rows: [], otherSheets: [] }
    if (first.data.length > maxGuestImportLines) return { problem: 'large' }
    return {
      rows: first.data.map(row => row.slice(0, maxListColumns).map(toText)),
      otherSheets: others.map(({ sheet }) => sheet),
    }
  } catch {
    return { problem: 'broken' }
  }
}

/**
 * By the sizes in the archive's directory, without unpacking; no entry is unpacked beyond the size that stands there.
 */
function unpackedSize(bytes: Uint8Array): number {
  let size = 0
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize
      return false
    },
  })
  return size
}

function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''
}
