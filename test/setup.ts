import { afterAll, afterEach, expect } from 'vitest'

const heard: unknown[][] = []
const speak = console.error

console.error = (...words: unknown[]) => {
  heard.push(words)
  speak(...words)
}

// An error on the console is a failure that nobody looked at; a test that expects one listens with vi.spyOn.
afterEach(() => expect(heard.splice(0), 'console.error').toEqual([]))
afterAll(() => {
  console.error = speak
})
