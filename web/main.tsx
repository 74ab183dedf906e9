import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startApp } from './app/start-app.ts'

function start() {
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
}

// Not awaited at the top level: the chunks of pages import this module and wait for it to finish.
void startApp().then(start)
