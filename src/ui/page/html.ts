import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { RenderCached } from './cached-parts.ts'

const renderTimeoutMs = 5000

const maxCachedBytes = 16 * 1024 * 1024

/** The cached parts of one document. */
interface DocumentParts {
  renderCached: RenderCached
  /** The rendered document with the parts in their places. */
  fill(html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>
}

/**
 * Caches the HTML of parts in memory, as bytes; the least recently used are evicted. While a document is rendered, a
 * short mark stands for each part: putting together and encoding the texts of fifty took longer than rendering the rest.
 * Returns how to begin a document.
 */
export function createPartCache(): () => DocumentParts {
  const cached = new LRUCache<string, Uint8Array>({
    maxSize: maxCachedBytes,
    // JavaScript has two bytes for each letter of a Greek text.
    sizeCalculation: (html, key) => html.length + 2 * key.length,
  })
  const encoder = new TextEncoder()
  // Random, so that no text of a page can contain it.
  const mark = `<!--${randomBytes(12).toString('base64url')} `
  return () => {
    const parts: Uint8Array[] = []
    const renderCached: RenderCached = (key, part) => {
      const known = cached.get(key)
      const html = known ?? encoder.encode(renderToString(part))
      if (!known) cached.set(key, html)
      return `${mark}${parts.push(html) - 1}-->`
    }
    return { renderCached, fill: html => fillMarks(html, mark, parts) }
  }
}

function fillMarks(html: Buffer<ArrayBuffer>, mark: string, parts: Uint8Array[]): Buffer<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let end = 0
  for (let start = html.indexOf(mark); start >= 0; start = html.indexOf(mark, end)) {
    const markEnd = html.indexOf('-->', start)
    const part = parts[Number(html.toString('latin1', start + mark.length, markEnd))]
    pieces.push(html.subarray(end, start), part as Uint8Array)
    end = markEnd + '-->'.length
  }
  return Buffer.concat([...pieces, html.subarray(end)])
}

/** Renders a page in one piece, when all its parts are there, also those that are loaded meanwhile. */
export function renderWhole(page: ReactNode, nonce: string | undefined): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Else what is loaded lazily comes after the page, and a browser without scripts never shows it.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
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
