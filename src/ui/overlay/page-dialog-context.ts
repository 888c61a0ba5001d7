import { createContext, type RefObject } from 'react'

/**
 * The page dialog around this content, if any. A modal <dialog> is above everything outside of it, so a dialog opened
 * from there has to be placed inside.
 */
export const PageDialogContext = createContext<RefObject<HTMLDialogElement | null> | undefined>(undefined)

/** Closes the page dialog at once and returns the focus, before its address is left. */
export const ClosePageDialogContext = createContext<() => void>(() => {})
