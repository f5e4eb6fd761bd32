package dev.waggle.cli.browser;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.http.ClientConfig;

/**
 * One Chromium without a screen for all tests. It has a profile of its own and reaches this machine only. Its end
 * removes its files and leaves no process.
 */
final class BrowserProcess implements AutoCloseable {

    private static final Duration MAX_START = Duration.ofSeconds(60);
    /** Longest time of one command: more than a page may take, so that a page that hangs fails its test. */
    private static final Duration MAX_ANSWER = Duration.ofSeconds(45);
    private static final int MAX_END_SECONDS = 20;

    /** Selenium warns that it has no classes for the protocol of this Chromium; nothing here needs them. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    private final Path files;
    private final List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
    private final ChromeDriver driver;

    private BrowserProcess(ChromiumProgram program, Path files) {
        this.files = files;
        driver = new ChromeDriver(service(program, files), options(program, files),
                ClientConfig.defaultConfig().readTimeout(MAX_ANSWER));
    }

    static BrowserProcess start(ChromiumProgram program) throws IOException {
        SELENIUM.setLevel(Level.SEVERE);
        Path files = Files.createTempDirectory("waggle-browser");
        try {
            return new BrowserProcess(program, files);
        } catch (RuntimeException | Error failed) {
            delete(files);
            throw failed;
        }
    }

    ChromeDriver driver() {
        return driver;
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> own = ProcessHandle.current().descendants().filter(one -> !before.contains(one)
                && one.info().command().orElse("").contains("chrom")).toList();
        driver.quit();
        List<ProcessHandle> left = own.stream().filter(one -> !hasEnded(one)).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        delete(files);
        if (!left.isEmpty()) {
            throw new AssertionError("the browser left processes: " + left);
        }
    }

    private static ChromeDriverService service(ChromiumProgram program, Path files) {
        return new ChromeDriverService.Builder().usingDriverExecutable(program.driver().toFile()).usingAnyFreePort()
                .withEnvironment(Map.of("HOME", files.toString(), "TMPDIR", files.toString()))
                .withTimeout(MAX_START).withLogOutput(OutputStream.nullOutputStream()).build();
    }

    private static ChromeOptions options(ChromiumProgram program, Path files) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program.browser().toFile());
        options.addArguments("--headless=new", "--user-data-dir=" + files.resolve("profile"), "--window-size=1280,800",
                "--force-device-scale-factor=1", "--lang=en-US", "--no-first-run", "--disable-gpu",
                "--disable-dev-shm-usage", "--disable-extensions", "--disable-sync", "--disable-component-update",
                "--disable-background-networking", "--disable-background-timer-throttling",
                "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1");
        if ("root".equals(System.getProperty("user.name"))) {
            options.addArguments("--no-sandbox");
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        return options;
    }

    private static boolean hasEnded(ProcessHandle process) {
        try {
            var _ = process.onExit().get(MAX_END_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | ExecutionException running) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
