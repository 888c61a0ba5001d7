import { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { KeepPart } from './kept-parts.ts'

const renderTimeoutMs = 5000

/** What React leaves where it would have to wait for a part of the page. */
const unfinished = '<!--$!-->'

/**
 * Renders a page that waits for nothing, in a third of the time of a stream. Null when a part has to be loaded, such as
 * a dialog that is the first of its process, and when it failed: the stream tells how.
 */
export function renderAtOnce(page: ReactNode): Buffer<ArrayBuffer> | null {
  try {
    const html = Buffer.from(`<!DOCTYPE html>${renderToString(page)}`)
    return html.includes(unfinished) ? null : html
  } catch {
    return null
  }
}

const maxKeptBytes = 16 * 1024 * 1024

/** Keeps the HTML of parts in memory; the least recently used are forgotten. */
export function createPartKeeper(): KeepPart {
  const parts = new LRUCache<string, string>({
    maxSize: maxKeptBytes,
    // JavaScript has two bytes for each letter of a Greek text.
    sizeCalculation: (html, key) => 2 * (html.length + key.length),
  })
  return (key, part) => {
    const kept = parts.get(key)
    if (kept !== undefined) return kept
    const html = renderToString(part)
    parts.set(key, html)
    return html
  }
}

/** Renders a page in one piece, when all its parts are there. */
export function renderInSteps(page: ReactNode, nonce: string | undefined): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const collector = new Writable({
          write(part: Uint8Array, _, done) {
            parts.push(part)
            done()
          },
          final(done) {
            clearTimeout(timer)
            resolve(Buffer.concat(parts))
            done()
          },
        })
        pipe(collector).on('error', reject)
      },
      onShellError: reject,
    })
    const timer = setTimeout(abort, renderTimeoutMs)
  })
}
