package dev.waggle.cli.browser;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;

import static org.assertj.core.api.Assertions.assertThat;

/** The windows of the running test. They share the cookies of the browser, which the next test does not see. */
final class BrowserWindows implements AutoCloseable {

    private final BrowserProcess process;
    private final ChromeDriver driver;
    /** Stays open, because the browser ends with its last window. */
    private final String keeper;
    private final List<BrowserWindow> open = new ArrayList<>();

    BrowserWindows(BrowserProcess process) {
        this.process = process;
        driver = process.driver();
        keeper = driver.getWindowHandle();
    }

    BrowserWindow open() {
        var _ = driver.switchTo().newWindow(WindowType.TAB);
        BrowserWindow window = new BrowserWindow(driver, driver.getWindowHandle());
        open.add(window);
        return window;
    }

    /** Closes the windows of the test, and fails if one has seen an error. */
    void close(boolean isChecked) {
        List<String> problems = new ArrayList<>();
        for (BrowserWindow window : open) {
            problems.addAll(window.close());
        }
        open.clear();
        driver.switchTo().window(keeper);
        var _ = driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        if (isChecked) {
            assertThat(problems).as("errors, violations of the content policy and failed requests").isEmpty();
        }
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
