import * as fs from 'node:fs'

/**
 * What the data folder lets others on this machine do: nothing. Where root starts the product, PostgreSQL runs as another
 * user, who has to pass through, but reads nothing there either.
 */
export const dataFolderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** Makes the data folder, and the ones above it, where they are missing; closes one that an older release made. */
export function makeDataFolder(folder: string): void {
  const isMade = fs.mkdirSync(folder, { recursive: true, mode: dataFolderMode }) !== undefined
  const isOurs = ['secret', 'postgres.json'].some(file => fs.existsSync(`${folder}/${file}`))
  if (isMade || isOurs) fs.chmodSync(folder, dataFolderMode)
}
