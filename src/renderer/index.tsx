import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./frame/app.tsx";
import { DrawFailure } from "./frame/draw-failure.tsx";
import { connect } from "./state/connect.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/layout.css";
import "./styles/top-bar.css";
import "./styles/notices.css";
import "./styles/signs.css";
import "./styles/card.css";
import "./styles/card-actions.css";
import "./styles/window-signs.css";
import "./styles/login.css";
import "./styles/lists.css";
import "./styles/inspector.css";
import "./styles/decisions.css";
import "./styles/targets.css";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element #root to draw the control room in.");

connect();
createRoot(root).render(
  <StrictMode>
    <DrawFailure>
      <App />
    </DrawFailure>
  </StrictMode>,
);
