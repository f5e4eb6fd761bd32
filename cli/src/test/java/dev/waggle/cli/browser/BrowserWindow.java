package dev.waggle.cli.browser;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.logging.Level;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * A window of the browser: does what a person does, and reads what the person sees. Expressions are JavaScript,
 * evaluated beside the page, so that its content policy holds for the page alone.
 */
final class BrowserWindow {

    /** Longest wait for a state of a page. */
    private static final int MAX_WAIT_SECONDS = 15;
    private static final int PART_MILLIS = 1_000;
    private static final int SHOWN_TEXT = 1_500;

    private final ChromeDriver driver;
    private final String handle;
    private final List<String> seen = new ArrayList<>();
    private Predicate<String> expected = _ -> false;

    BrowserWindow(ChromeDriver driver, String handle) {
        this.driver = driver;
        this.handle = handle;
    }

    void open(String address) {
        use().get(address);
    }

    void reload() {
        use().navigate().refresh();
    }

    String address() {
        return String.valueOf(use().getCurrentUrl());
    }

    /** The value of an expression, or of the promise that it is; objects as maps and lists. */
    @Nullable Object value(String expression) {
        return evaluate(expression, Duration.ofSeconds(MAX_WAIT_SECONDS));
    }

    String text(String expression) {
        return String.valueOf(value(expression));
    }

    long number(String expression) {
        return value(expression) instanceof Number number ? number.longValue() : -1;
    }

    /** Waits until an expression is true, or the promise that it is. */
    void until(String condition) {
        until(condition, MAX_WAIT_SECONDS);
    }

    /** Waits that long at most until an expression is true. */
    void until(String condition, int seconds) {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (System.nanoTime() - end < 0) {
            if (Boolean.TRUE.equals(inTime(condition))) {
                return;
            }
        }
        throw new AssertionError("not within " + seconds + " s: " + condition + "\nat " + address() + "\n"
                + text("document.body.innerText.slice(0, " + SHOWN_TEXT + ")") + '\n' + problems());
    }

    /** Waits until an element is shown. */
    void untilShown(String selector) {
        until(shown(selector));
    }

    /** Waits until the page shows a text. */
    void untilText(String text) {
        until("document.body.innerText.includes(" + quoted(text) + ")");
    }

    /** Waits until an element shows a text. */
    void untilText(String selector, String text) {
        until("[...document.querySelectorAll(" + quoted(selector) + ")].some(e => e.innerText.includes("
                + quoted(text) + "))");
    }

    boolean isShown(String selector) {
        return isTrue(shown(selector));
    }

    boolean isTrue(String expression) {
        return Boolean.TRUE.equals(value(expression));
    }

    /** Clicks the first shown element, away from bars that stay at the edges. */
    void click(String selector) {
        WebElement element = element(selector);
        var _ = use().executeScript("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element);
        element.click();
    }

    /** Clicks the element that an expression finds. */
    void clickOn(String expression) {
        until("Boolean(" + expression + ")");
        List<?> middle = (List<?>) Objects.requireNonNull(value("(e => { e.scrollIntoView({block: 'center', behavior:"
                + " 'instant'}); const box = e.getBoundingClientRect(); return [Math.round(box.x + box.width / 2),"
                + " Math.round(box.y + box.height / 2)]; })(" + expression + ")"));
        new Actions(use()).moveToLocation(((Number) middle.getFirst()).intValue(),
                ((Number) middle.getLast()).intValue()).click().perform();
    }

    /** Writes into a field, instead of its content. */
    void fill(String selector, String text) {
        WebElement field = element(selector);
        field.clear();
        field.sendKeys(text);
    }

    /** Presses keys where the focus is. */
    void press(CharSequence... keys) {
        new Actions(use()).sendKeys(keys).perform();
    }

    /** Moves the pointer over an element. */
    void hover(String selector) {
        new Actions(use()).moveToElement(element(selector)).perform();
    }

    WebElement element(String selector) {
        untilShown(selector);
        return use().findElements(By.cssSelector(selector)).stream().filter(WebElement::isDisplayed).findFirst()
                .orElseThrow(() -> new AssertionError("not shown: " + selector));
    }

    void size(int width, int height) {
        command("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Lets the system prefer a theme, and no movement. */
    void theme(PageTheme theme) {
        command("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme.word()),
                        Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    byte[] png() {
        return use().getScreenshotAs(OutputType.BYTES);
    }

    /** Expects problems that are part of the test, such as a server that is away. */
    void expect(Predicate<String> problem) {
        expected = expected.or(problem);
    }

    /** Everything that went wrong so far. */
    List<String> problems() {
        for (LogEntry entry : use().manage().logs().get(LogType.BROWSER)) {
            // Advice of the renderer concerns axe-core, which measures colours on a canvas.
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()
                    && !entry.getMessage().startsWith("rendering ")) {
                seen.add(entry.getLevel() + " " + entry.getMessage());
            }
        }
        return seen.stream().filter(expected.negate()).toList();
    }

    /** Sends a command of the protocol of Chromium. */
    Map<String, Object> command(String name, Map<String, Object> parameters) {
        return use().executeCdpCommand(name, parameters);
    }

    /** Closes it; returns what went wrong in it. */
    List<String> close() {
        List<String> all = problems();
        use().close();
        return all;
    }

    static String quoted(String text) {
        return JsonText.write(JsonValue.of(text));
    }

    private ChromeDriver use() {
        var _ = driver.switchTo().window(handle);
        return driver;
    }

    private static String shown(String selector) {
        return "[...document.querySelectorAll(" + quoted(selector) + ")].some(e => e.checkVisibility())";
    }

    /** The page checks the condition itself; a page that is left meanwhile answers nothing. */
    private @Nullable Object inTime(String condition) {
        try {
            return evaluate("new Promise(done => { const end = performance.now() + " + PART_MILLIS
                    + "; const check = async () => { let is = false; try { is = await (" + condition
                    + "); } catch (unknown) { is = false; } if (is) done(true);"
                    + " else if (performance.now() > end) done(false); else setTimeout(check, 20); };"
                    + " check(); })", Duration.ofSeconds(MAX_WAIT_SECONDS));
        } catch (WebDriverException left) {
            return null;
        }
    }

    private @Nullable Object evaluate(String expression, Duration atMost) {
        Map<String, Object> answer = command("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true,
                "awaitPromise", true, "timeout", atMost.toMillis()));
        if (answer.get("exceptionDetails") != null) {
            throw new AssertionError("in the page: " + answer.get("exceptionDetails"));
        }
        return ((Map<?, ?>) Objects.requireNonNull(answer.get("result"))).get("value");
    }
}
