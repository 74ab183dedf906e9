import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { homePath } from './app/home-path.ts'
import { preloadPage } from './app/pages.ts'
import { paths } from './app/paths.ts'
import { currentUser } from './platform/current-user.ts'
import { storedPosition } from './platform/geolocation.ts'

// The page's code comes while React starts, not after.
const { pathname } = window.location
void preloadPage(pathname === paths.home ? homePath(currentUser(), storedPosition()) : pathname)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
