import type { Plugin } from 'vite'

/**
 * Functions of the packages that every page loads, and what they serve: nothing here uses that, and no bundler can see
 * it. They are called only for components, options or errors that these pages don't have; then they do nothing.
 */
const unusedFunctions: Record<string, string[]> = {
  'react-dom/cjs/react-dom-client.production.js': [
    // <ViewTransition>
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'pushViewTransitionCancelableScope',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
    // <SuspenseList>
    'initSuspenseListRenderState',
    'updateSuspenseListComponent',
    // The names of components around one that failed, which would be written beside its error.
    'getStackByFiberInDevAndProd',
  ],
  'react-router/dist/production/lib/router/instrumentation.js': [
    'consumeInstrumentationClientResultMetaReceiver',
    'getRouteInstrumentationUpdates',
    'instrumentClientSideRouter',
  ],
  // The root has an error boundary of its own.
  'react-router/dist/production/lib/dom/ssr/errorBoundaries.js': [
    'BoundaryShell',
    'RemixRootDefaultErrorBoundary',
  ],
  'react-router/dist/production/lib/hooks.js': ['DefaultErrorComponent'],
}

/** Empties those functions in what browsers load; fails when a package has them no longer. */
export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code, id) {
      const file = Object.keys(unusedFunctions).find(path => id.endsWith(`/node_modules/${path}`))
      if (!file) return null
      return { code: emptyFunctions(this.parse(code), code, unusedFunctions[file] ?? []), map: null }
    },
  }
}

interface Node {
  type: string
  start: number
  end: number
}
interface FunctionNode extends Node {
  id: { name: string }
  body: Node
}

function emptyFunctions(program: { body: unknown }, code: string, names: string[]): string {
  const functions = (program.body as Node[]).flatMap(findFunctions)
  const found = names.map(name => {
    const match = functions.find(({ id }) => id.name === name)
    if (!match) throw new Error(`${name} is not there to be left out`)
    return match.body
  })
  const fromEnd = found.toSorted((one, other) => other.start - one.start)
  return fromEnd.reduce((rest, { start, end }) => `${rest.slice(0, start)}{}${rest.slice(end)}`, code)
}

/** The functions declared at the top of a module. */
function findFunctions(node: Node): FunctionNode[] {
  return node.type === 'FunctionDeclaration' ? [node as FunctionNode] : []
}
