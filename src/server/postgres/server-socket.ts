import * as fs from 'node:fs'
import { join } from 'node:path'

/** A server's socket lies in its cluster's folder, beside a file with the id of its process. */
const prefix = '.s.PGSQL.'
/** The longest path of a socket, in bytes, that every system takes. */
const longestPath = 103

/** Whether a server can listen on a socket in that folder. */
export function canHaveSocket(folder: string): boolean {
  const longest = join(folder, `${prefix}65535`)
  // PostgreSQL takes a list of folders, with commas between them.
  return process.platform !== 'win32' && Buffer.byteLength(longest) <= longestPath && !folder.includes(',')
}

/** Whether the server of that port has made its socket there. */
export const hasSocket = (folder: string, port: number) => fs.existsSync(join(folder, `${prefix}${port}`))

/** PostgreSQL would not start beside the socket of a killed server whose process id belongs to another program now. */
export function removeSockets(folder: string): void {
  const sockets = fs.readdirSync(folder).filter(name => name.startsWith(prefix))
  for (const name of sockets) fs.rmSync(join(folder, name), { force: true })
}
