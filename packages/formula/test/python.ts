/** CPython 3.12, as WebAssembly. */
import { loadPyodide } from 'pyodide'

/** What a program printed: its last value as `repr`, or the name of its exception. */
export interface Outcome {
  value?: string
  error?: string
}

const RUN = `
import ast, re, warnings
from datetime import date, timedelta
warnings.simplefilter('ignore')

def run(text):
    try:
        names = {'date': date, 'timedelta': timedelta, 're': re}
        last = None
        for node in ast.parse(text).body:
            if isinstance(node, ast.Expr):
                last = eval(compile(ast.Expression(node.value), 'formula', 'eval'), names)
            else:
                exec(compile(ast.Module([node], []), 'formula', 'exec'), names)
        return 'value', repr(last)
    except SyntaxError:
        return 'error', 'SyntaxError'
    except Exception as error:
        return 'error', type(error).__name__
`

/** Starts Python and returns a function that runs a program and reports the value of its last expression statement. */
export async function startPython(): Promise<(text: string) => Outcome> {
  const python = await loadPyodide()
  python.runPython(RUN)
  const run = python.globals.get('run') as (text: string) => { toJs(): [keyof Outcome, string] }
  return (text) => {
    const [kind, what] = run(text).toJs()
    return { [kind]: what }
  }
}
