import { afterAll, afterEach, expect } from 'vitest'

const heard: unknown[][] = []
const speak = console.error

console.error = (...words: unknown[]) => {
  heard.push(words)
  speak(...words)
}

// An error on the console fails the test; a test that expects one uses vi.spyOn.
afterEach(() => expect(heard.splice(0), 'console.error').toEqual([]))
afterAll(() => {
  console.error = speak
})
