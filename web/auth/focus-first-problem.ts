export { focusFirstProblem } from '#web/ui/focus-first-problem.ts'
