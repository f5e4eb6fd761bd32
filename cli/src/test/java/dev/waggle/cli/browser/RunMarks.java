package dev.waggle.cli.browser;

import java.util.List;
import java.util.Objects;

/** The marks that the page of a run shows, read by its scrubber. */
final class RunMarks {

    static final String SLIDER = ".scrubber input[type=range]";
    static final String POSITION = "Number(document.querySelector('" + SLIDER + "').value)";
    static final String COUNT = "Number(document.querySelector('" + SLIDER + "').max)";

    /** Moves the scrubber from the start to the end, and notes the words of each position. */
    private static final String ALL = """
            (async () => {
                const slider = document.querySelector("SLIDER");
                const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                const words = [];
                for (let place = 0; place <= Number(slider.max); place++) {
                    slider.value = place;
                    slider.dispatchEvent(new Event("input", {bubbles: true}));
                    await frame();
                    words.push(slider.getAttribute("aria-valuetext"));
                }
                return words;
            })()
            """.replace("SLIDER", SLIDER);

    private RunMarks() {}

    static long count(BrowserWindow window) {
        return window.number(COUNT);
    }

    static long position(BrowserWindow window) {
        return window.number(POSITION);
    }

    /** The words of the start and of each mark, in their order. */
    static List<?> all(BrowserWindow window) {
        return (List<?>) Objects.requireNonNull(window.value(ALL));
    }
}
