import { codeAnswerMs } from './rules.ts'

/** As long for an unknown e-mail as for a known one: nobody learns by the clock who has an account. */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, new Promise(passed => setTimeout(passed, codeAnswerMs))])
  return done
}
