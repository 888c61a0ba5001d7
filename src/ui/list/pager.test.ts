import { expect, test } from 'vitest'
import { pageNumberPath, visiblePageNumbers } from './pager.tsx'

test('a pager shows the first, the last and the neighbouring pages, each once', () => {
  expect(visiblePageNumbers(1, 1)).toEqual([1])
  expect(visiblePageNumbers(1, 9)).toEqual([1, 2, 9])
  expect(visiblePageNumbers(5, 9)).toEqual([1, 4, 5, 6, 9])
})

test('the link to a page keeps the rest of the query; the first page has no number', () => {
  expect(pageNumberPath('/find-registry', '?name=Eleni&page=3', 4)).toBe('/find-registry?name=Eleni&page=4')
  expect(pageNumberPath('/find-registry', '?page=3', 1)).toBe('/find-registry')
})
