import { createContext, type ReactNode } from 'react'

/** Renders a part of a page unless there is HTML under its key already; answers what stands for it until the document is done. */
export type RenderCached = (key: string, part: ReactNode) => string

/**
 * On the server, caches parts of pages that are the same for everybody: what their key says is all that they are made of,
 * so a page that was changed in one place renders that place alone. Null in the browser, which hydrates every part.
 */
export const CachedPartContext = createContext<RenderCached | null>(null)
