/** Whether a field holds a password or a code, which is neither kept nor sent back; a postcode is none. */
export const isSecretField = (name: string): boolean => /password|proof|(?:^|_)code$/.test(name)
