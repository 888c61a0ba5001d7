import { describe, expect, test, vi } from 'vitest'
import { opened } from './opened.ts'

const closed: string[] = []

class Box {
  #content = 'gift'
  read = () => this.#content
  look() {
    return this.#content
  }
  get content() {
    return this.#content
  }
  async close() {
    closed.push(this.#content)
  }
}

describe('what was opened', () => {
  const box = opened(async () => new Box())
  const shelf = opened(async () => {
    const made = {
      of: box.content,
      size: 1 as number | undefined,
      grow() {
        this.size = 2
      },
      drop: () => closed.push('shelf'),
    }
    return made
  })

  test('is read and changed as itself', () => {
    expect([box.read(), box.look(), box.content, box instanceof Box]).toEqual(['gift', 'gift', 'gift', true])
    shelf.grow()
    expect({ ...shelf }).toMatchObject({ of: 'gift', size: 2 })
    shelf.size = 3
    expect([shelf.size, 'size' in shelf, Object.keys(shelf)]).toEqual([
      3,
      true,
      ['of', 'size', 'grow', 'drop'],
    ])
    delete shelf.size
    expect('size' in shelf).toBe(false)
  })

  test('can be spied on, and has its own again', () => {
    const { look } = Box.prototype
    vi.spyOn(box, 'look').mockReturnValue('nothing')
    expect(box.look()).toBe('nothing')
    vi.restoreAllMocks()
    expect([box.look(), Box.prototype.look]).toEqual(['gift', look])
  })
})

test('what was opened last is closed first', () => expect(closed).toEqual(['shelf', 'gift']))

describe('before the tests', () => {
  const early = opened(async () => ({ close() {} }))
  expect(() => early.close).toThrow('not before')
  test('nothing is open', () => expect(early.close()).toBeUndefined())
})
