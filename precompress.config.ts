import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a brotli copy beside every built script, style sheet and SVG, so that serving them costs nothing. */
export function precompress(): Plugin {
  return {
    name: 'doron-precompress',
    applyToEnvironment: environment => environment.name === 'client',
    apply: 'build',
    async writeBundle({ dir }) {
      const folder = join(dir ?? 'build/client', 'assets')
      const names = (await readdir(folder)).filter(name => /\.(js|css|svg)$/.test(name))
      await Promise.all(names.map(name => compressFile(join(folder, name))))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)))
}
