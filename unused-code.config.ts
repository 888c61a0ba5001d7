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
    // <Fragment ref>
    'FragmentInstance.prototype',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    // <Activity>
    'updateActivityComponent',
    // useActionState; a form's `action` that is a function
    'mountActionState',
    'updateActionStateImpl',
    'rerenderActionState',
    'dispatchActionState',
    'runActionStateAction',
    'onActionSuccess',
    // preload() and its like
    'preload',
    'preloadModule',
    'preinitStyle',
    'preinitScript',
    'preinitModuleScript',
    'preconnectAs',
    // Elements of a web component
    'setPropOnCustomElement',
    // unstable_scheduleHydration()
    'attemptExplicitHydrationTarget',
    // What the React compiler writes
    'useMemoCache',
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
  'react-router/dist/production/lib/hooks.js': ['DefaultErrorComponent', 'RSCErrorHandler'],
  // No link has `prefetch` or `viewTransition`.
  'react-router/dist/production/lib/dom/ssr/components.js': [
    'PrefetchPageLinks',
    'PrefetchPageLinksImpl',
    'RSCPrefetchPageLinksImpl',
    'useKeyedPrefetchLinks',
  ],
  'react-router/dist/production/lib/dom/lib.js': ['useViewTransitionState'],
  // Every page is rendered on the server.
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': ['nonSsrStrategy'],
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
/** `prototype.method = function () {…}` */
interface MethodNode extends Node {
  expression: { left?: { object?: Node }; right?: FunctionNode }
}

function emptyFunctions(program: { body: unknown }, code: string, names: string[]): string {
  const functions = (program.body as Node[]).flatMap(node => findFunctions(code, node))
  const found = names.flatMap(name => {
    const matches = functions.filter(one => one.name === name)
    if (matches.length === 0) throw new Error(`${name} is not there to be left out`)
    return matches.map(({ body }) => body)
  })
  const fromEnd = found.toSorted((one, other) => other.start - one.start)
  return fromEnd.reduce((rest, { start, end }) => `${rest.slice(0, start)}{}${rest.slice(end)}`, code)
}

/** The functions declared at the top of a module, by name; and the methods set on a prototype, by the prototype's. */
function findFunctions(code: string, node: Node): { name: string; body: Node }[] {
  if (node.type === 'FunctionDeclaration') {
    const { id, body } = node as FunctionNode
    return [{ name: id.name, body }]
  }
  const { left, right } = (node as Partial<MethodNode>).expression ?? {}
  if (right?.type !== 'FunctionExpression' || !left?.object) return []
  return [{ name: code.slice(left.object.start, left.object.end), body: right.body }]
}
