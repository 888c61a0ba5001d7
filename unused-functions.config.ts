/**
 * Functions of the packages that every page loads, and what they serve: nothing here uses that, and no bundler can see
 * it. They are called only for components, options or errors that these pages don't have; then they do nothing.
 */
export const unusedFunctions: Record<string, string[]> = {
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
    'ViewTransitionPseudoElement',
    'ViewTransitionPseudoElement.prototype',
    // <SuspenseList>
    'cutOffTailIfNeeded',
    'findFirstSuspended',
    'findLastContentRow',
    'initSuspenseListRenderState',
    'updateSuspenseListComponent',
    // <Fragment ref>
    'FragmentInstance',
    'FragmentInstance.prototype',
    'addFragmentHandleToInstance',
    'getInstanceFromHostFiber',
    'traverseVisibleInstancesAndTextInstances',
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    // <Activity>
    'commitActivityHydrationCallbacks',
    'getActivityInstanceFromFiber',
    'mountActivityChildren',
    'retryActivityComponentWithoutHydrating',
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
    // findDOMNode()
    'ReactDOMSharedInternals.findDOMNode',
    'findCurrentFiberUsingSlowPath',
    'findCurrentHostFiberImpl',
    // Style sheets that React puts in an order, and images that it waits for
    'getResource',
    'acquireResource',
    'preloadStylesheet',
    'stylesheetPropsFromRawProps',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'adoptPreloadPropsForStylesheet',
    'adoptPreloadPropsForScript',
    'preloadInstanceAndSuspendIfNeeded',
    'preloadResourceAndSuspendIfNeeded',
    'suspendResource',
    'suspendInstance',
    'estimateImageBytes',
    'estimateBandwidth',
    'isLikelyStaticResource',
    // useFormStatus()
    'extractEvents$1',
    'coerceFormActionProp',
    'startHostTransition',
    'ensureFormComponentIsStateful',
    'requestFormReset',
    'requestFormReset$1',
    'recursivelyResetForms',
    'TransitionAwareHostComponent',
    'scheduleReplayQueueIfNeeded',
    // useDeferredValue(), unstable_useCacheRefresh()
    'mountDeferredValueImpl',
    'updateDeferredValueImpl',
    'refreshCache',
    // startTransition() with a function that waits
    'defaultOnDefaultTransitionIndicator',
    'entangleAsyncAction',
    'pingEngtangledActionScope',
    'chainThenableValue',
    'queueTransitionTypes',
    // Attributes such as xlink:href
    'setValueForNamespacedAttribute',
    // `onSelect`
    'constructSelectEvent',
    // Browsers without `input` or composition events
    'getFallbackBeforeInputChars',
    'isFallbackCompositionEnd',
    'handlePropertyChange',
    'handleEventsForInputEventPolyfill',
    'getTargetInstForInputEventPolyfill',
    'stopWatchingForValueChange',
    // componentWillReceiveProps()
    'callComponentWillReceiveProps',
    // The names of components around one that failed, which would be written beside its error.
    'getStackByFiberInDevAndProd',
  ],
  'react-dom/cjs/react-dom.production.js': [
    'exports.preconnect',
    'exports.prefetchDNS',
    'exports.preinit',
    'exports.preinitModule',
    'exports.preload',
    'exports.preloadModule',
    'getCrossOriginStringAs',
  ],
  'react/cjs/react.production.js': ['addTransitionType'],
  'scheduler/cjs/scheduler.production.js': [
    'exports.unstable_forceFrameRate',
    'exports.unstable_next',
    'exports.unstable_runWithPriority',
    'exports.unstable_wrapCallback',
  ],
  'react-router/dist/production/lib/router/router.js': [
    // useBlocker()
    'shouldBlockNavigation',
    'updateBlocker',
    // Links with `viewTransition`
    'persistAppliedTransitions',
    'restoreAppliedTransitions',
    'getInstrumentationNavigateMeta',
  ],
  // `useTransitions` is not set.
  'react-router/dist/production/lib/components.js': ['getOptimisticRouterState'],
  // No module has a clientLoader; hot data is for development.
  'react-router/dist/production/lib/dom/ssr/routes.js': [
    'preventInvalidServerHandlerCall',
    'wrapShouldRevalidateForHdr',
  ],
  'react-router/dist/production/lib/dom/ssr/fallback.js': ['RemixRootDefaultHydrateFallback'],
  // Server components
  'react-router/dist/production/lib/errors.js': [
    'decodeRouteErrorResponseDigest',
    'decodeRedirectErrorDigest',
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

/** Of those, what is called on every page, and then says that there is none. */
export const answeringNull = ['getResource']

/**
 * React's numbers for its kinds of parts that no page has: Profiler, SuspenseList, Cache, ViewTransition, Activity. What
 * it does for them is left out of each `switch (….tag)`.
 */
export const unusedTags: Record<string, number[]> = {
  'react-dom/cjs/react-dom-client.production.js': [12, 19, 24, 30, 31],
}

/** Modules whose components, made by forwardRef(), are left out where nothing uses them, as <Link> and <NavLink>. */
export const modulesOfComponents = ['react-router/dist/production/lib/dom/lib.js']
