package dev.waggle.cli.browser;

import java.util.List;
import java.util.Objects;

import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;

/** Operation of a page by the keyboard alone: Tab reaches everything, and the focus is seen. */
final class KeyboardCheck {

    private static final int MAX_STEPS = 300;

    /** Everything that Tab must reach. Of radio buttons and of a group with roving focus, one. */
    private static final String PREPARE = """
            window.reached = new Set();
            window.unseen = [];
            window.wanted = [...document.querySelectorAll(
                "a[href], button, input, select, textarea, summary, [tabindex='0']")]
                .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true})
                    && !(e.type === "radio" && !e.checked));
            document.activeElement.blur();
            getSelection().removeAllRanges();
            window.scrollTo(0, 0);
            true
            """;
    /** Notes the focused element; true at the end of the page. */
    private static final String STEP = """
            (() => {
                const e = document.activeElement;
                if (e === null || e === document.body || window.reached.has(e)) return true;
                window.reached.add(e);
                const box = e.getBoundingClientRect();
                const around = [e, e.parentElement].map(one => getComputedStyle(one));
                const ring = around.some(one => one.outlineStyle !== "none" && parseFloat(one.outlineWidth) > 0
                    || one.boxShadow !== "none");
                const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                const covered = top !== null && getComputedStyle(e).pointerEvents !== "none" && !e.contains(top)
                    && !top.contains(e) && !e.closest("label")?.contains(top);
                if (!ring || covered || box.bottom < 0 || box.top > innerHeight)
                    window.unseen.push(e.outerHTML.slice(0, 120));
                return false;
            })()
            """;
    /** In a list that grows, another row than at the beginning may hold the place of the focus. */
    private static final String MISSED = "window.wanted.filter("
            + "e => e.isConnected && e.tabIndex >= 0 && !e.disabled && !window.reached.has(e))"
            + ".map(e => e.outerHTML.slice(0, 120)).slice(0, 8)";

    private KeyboardCheck() {}

    /** Requires that Tab reaches every control of a page, and that its focus is seen. */
    static void requireReachable(BrowserWindow window, String page) {
        var _ = window.value(PREPARE);
        for (int i = 0; i < MAX_STEPS; i++) {
            window.press(Keys.TAB);
            if (Boolean.TRUE.equals(window.value(STEP))) {
                break;
            }
        }
        assertThat(list(window, MISSED)).as("not reached by Tab: " + page).isEmpty();
        assertThat(list(window, "window.unseen.slice(0, 8)")).as("focus not seen: " + page).isEmpty();
    }

    private static List<?> list(BrowserWindow window, String expression) {
        return (List<?>) Objects.requireNonNull(window.value(expression));
    }
}
