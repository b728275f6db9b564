import { Component, type ReactNode } from "react";
import { Mark } from "../icons.tsx";

interface DrawFailureProps {
  readonly children: ReactNode;
}

interface DrawFailureState {
  readonly reason: string | null;
}

/** Says that the window could not be drawn, instead of leaving it blank. Slots and agents are not touched by it. */
export class DrawFailure extends Component<DrawFailureProps, DrawFailureState> {
  override state: DrawFailureState = { reason: null };

  static getDerivedStateFromError(thrown: unknown): DrawFailureState {
    return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render(): ReactNode {
    if (this.state.reason === null) return this.props.children;
    return (
      <main className="no-room">
        <h1>
          <Mark />
          SessionDock
        </h1>
        <section className="banner" role="alert">
          <div>
            <p>This window could not be drawn: {this.state.reason}</p>
            <p className="hint">Only the drawing failed; nothing was taken over or released by it.</p>
            <button type="button" className="button" onClick={() => this.setState({ reason: null })}>
              Draw again
            </button>
          </div>
        </section>
      </main>
    );
  }
}
