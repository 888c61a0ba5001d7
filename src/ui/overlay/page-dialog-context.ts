import { createContext } from 'react'

/** Closes the page dialog at once and returns the focus, before its address is left. */
export const ClosePageDialogContext = createContext<() => void>(() => {})
