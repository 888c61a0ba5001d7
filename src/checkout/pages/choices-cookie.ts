/** Readable by scripts, so that they can take the choices over and clear it; its text is signed. */
export const choicesCookie = 'choices'
