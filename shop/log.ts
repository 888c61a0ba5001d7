/** Writes a failure of the shop's own to standard error, one JSON object a line as the product does. */
export function logFailure(sentence: string, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const line = { level: 50, time: Date.now(), program: 'shop', error: message, stack, msg: sentence }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
