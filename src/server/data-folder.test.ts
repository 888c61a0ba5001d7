import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { dataFolderMode } from './data-folder.ts'

const modeOf = (folder: string) => fs.statSync(folder).mode & 0o777

test('nobody else on the machine reads the data folder, a new one or that of an older release', () => {
  const home = fs.mkdtempSync(join(tmpdir(), 'doron-folder-'))
  const DATA_DIR = join(home, 'data')
  readConfig({ DATA_DIR })
  expect(modeOf(DATA_DIR)).toBe(dataFolderMode)
  expect(dataFolderMode & 0o066).toBe(0)
  fs.chmodSync(DATA_DIR, 0o755)
  readConfig({ DATA_DIR })
  expect(modeOf(DATA_DIR)).toBe(dataFolderMode)
  fs.rmSync(home, { recursive: true })
})

test('a folder that is not ours stays as it is', () => {
  const DATA_DIR = fs.mkdtempSync(join(tmpdir(), 'doron-folder-'))
  fs.chmodSync(DATA_DIR, 0o755)
  readConfig({ DATA_DIR })
  expect(modeOf(DATA_DIR)).toBe(0o755)
  fs.rmSync(DATA_DIR, { recursive: true })
})
