import './quick-hashes.ts'
import { afterAll, afterEach, expect } from 'vitest'
import { undeclaredWrites } from './protected-writes.ts'
import { requestMistakes } from './published-calls.ts'

const printed: unknown[][] = []
const speak = console.error

console.error = (...words: unknown[]) => {
  printed.push(words)
  speak(...words)
}

// An error on the console fails the test; a test that expects one uses vi.spyOn.
afterEach(() => expect(printed.splice(0), 'console.error').toEqual([]))
// No call writes of the protected things what it did not declare (R1223).
afterEach(() => expect(undeclaredWrites.splice(0), 'undeclared writes').toEqual([]))
// The product never asks the shop for what the platform does not publish.
afterEach(() => expect(requestMistakes.splice(0), 'requests to the shop').toEqual([]))
afterAll(() => {
  console.error = speak
})
