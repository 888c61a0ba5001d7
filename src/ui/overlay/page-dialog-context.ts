import { createContext, type RefObject } from 'react'

/**
 * The page's own dialog around what is shown, if any: nothing stands above a modal <dialog> but what stands in it, so
 * a question asked from there has to be put into it.
 */
export const PageDialogContext = createContext<RefObject<HTMLDialogElement | null> | undefined>(undefined)

/** Puts the page's own dialog away at once, and gives the focus back, before its address has been left. */
export const ClosePageDialogContext = createContext<() => void>(() => {})
