package dev.waggle.cli.memory;

import dev.waggle.cli.terminal.ProgressBar;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.connect.lucene.MemoryListener;
import org.jspecify.annotations.Nullable;

/**
 * Progress and notices of a memory on the screen. Until it is released, they are shown at once. Later a view may own the
 * screen, so progress is silent and notices wait for a pause of the view. Thread-safe.
 */
final class MemoryProgress implements MemoryListener {

    private final TerminalScreen screen;
    private @Nullable ProgressBar bar;
    private long total;
    private boolean isReleased;

    MemoryProgress(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public synchronized void progress(String work, long done, long all) {
        if (isReleased) {
            return;
        }
        ProgressBar shown = bar;
        if (shown == null || total != all) {
            clearBar();
            shown = ProgressBar.on(screen, work, all);
            bar = shown;
            total = all;
        }
        shown.at(done);
        if (done >= all) {
            clearBar();
        }
    }

    @Override
    public synchronized void notice(String text) {
        String line = text.replace("\n", " - ");
        if (isReleased) {
            screen.warnLater(line);
        } else {
            clearBar();
            screen.warn(line);
            screen.err().flush();
        }
    }

    /** Takes the screen back from a view. */
    synchronized void show() {
        isReleased = false;
    }

    /** Leaves the screen to a view. */
    synchronized void release() {
        clearBar();
        isReleased = true;
    }

    /** The view is over, so the screen takes the notices that wait. */
    synchronized void end() {
        clearBar();
        screen.printWarnings();
    }

    /** Removes the bar. */
    synchronized void clearBar() {
        ProgressBar shown = bar;
        if (shown != null) {
            shown.close();
            bar = null;
        }
    }
}
