import { lazy, Suspense, useId } from 'react'
import { expect, test, vi } from 'vitest'
import { renderAtOnce, renderInSteps } from './html.ts'

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
