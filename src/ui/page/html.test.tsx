import { lazy, Suspense, useId } from 'react'
import { expect, test, vi } from 'vitest'
import { createPartKeeper, renderAtOnce, renderInSteps } from './html.ts'
import type { KeepPart } from './kept-parts.ts'

function Page({ name }: { name: string }) {
  const id = useId()
  return (
    <html lang="el">
      <head>
        <title>{name}</title>
        <link rel="preload" as="image" href="/logo.svg" />
      </head>
      <body>
        <label htmlFor={id}>
          {name}, {1}
        </label>
        <input id={id} defaultValue="<b>" />
      </body>
    </html>
  )
}

test('a page that waits for nothing is rendered at once, as a stream would', async () => {
  const page = <Page name="Σοφία & Νίκος" />
  expect(String(renderAtOnce(page))).toBe(String(await renderInSteps(page, undefined)))
})

test('a page with a part to load is left to the stream once, and then rendered at once', async () => {
  const Dialog = lazy(async () => ({ default: () => <dialog open>Here</dialog> }))
  const page = (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  )
  expect(renderAtOnce(page)).toBeNull()
  expect(String(await renderInSteps(page, undefined))).toContain('Here')
  expect(String(renderAtOnce(page))).toContain('Here')
})

test('a page that fails is left to the stream, which tells how', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('no gifts')
  }
  expect(renderAtOnce(<Broken />)).toBeNull()
  await expect(renderInSteps(<Broken />, undefined)).rejects.toThrow('no gifts')
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('kept parts stand where they were rendered, once each is rendered at all', () => {
  const keepParts = createPartKeeper()
  const rendered: string[] = []
  const Part = ({ name }: { name: string }) => {
    rendered.push(name)
    return <b>{name}</b>
  }
  const document = (names: string[]) => {
    const { keepPart, fill } = keepParts()
    const item = (name: string, keep: KeepPart) => (
      <li key={name} {...{ dangerouslySetInnerHTML: { __html: keep(name, <Part name={name} />) } }} />
    )
    const html = renderAtOnce(<ul>{names.map(name => item(name, keepPart))}</ul>)
    return html && String(fill(html))
  }
  const item = (name: string) => `<li><b>${name}</b></li>`
  expect(document(['Σοφία', 'B'])).toBe(`<!DOCTYPE html><ul>${item('Σοφία')}${item('B')}</ul>`)
  expect(document(['B', '$&', 'Σοφία'])).toContain(`<ul>${item('B')}${item('$&amp;')}${item('Σοφία')}</ul>`)
  expect(rendered).toEqual(['Σοφία', 'B', '$&'])
  // A mark of another document says nothing here.
  const [other, here] = [keepParts(), keepParts()]
  const strange = Buffer.from(`<p>${other.keepPart('B', null)}</p>`)
  expect(String(other.fill(strange))).toBe('<p><b>B</b></p>')
  expect(() => here.fill(strange)).toThrow()
})
