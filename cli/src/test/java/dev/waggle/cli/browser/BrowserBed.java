package dev.waggle.cli.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test windows of one browser that all classes share, as parameters. A test fails if a window of it has seen
 * an error, a violation of the content policy or a failed request. Without Chromium a class is skipped, and its tests
 * are counted and printed. With {@code CI=true} it fails.
 */
final class BrowserBed implements BeforeAllCallback, AfterEachCallback, ParameterResolver {

    private static final Namespace SPACE = Namespace.create(BrowserBed.class);
    private static final AtomicInteger SKIPPED = new AtomicInteger();
    private static final String MISSING = "no chromium and chromedriver on this machine; as root: apt-get install"
            + " chromium chromium-driver";

    @Override
    public void beforeAll(ExtensionContext context) {
        if (ChromiumProgram.installed().isEmpty()) {
            skip(context.getRequiredTestClass());
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == BrowserWindow.class;
    }

    @Override
    public BrowserWindow resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return windows(context).open();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        BrowserWindows windows = store(context).get(BrowserWindows.class, BrowserWindows.class);
        if (windows != null) {
            // A failure of the test itself tells more than the errors of its windows.
            windows.close(context.getExecutionException().isEmpty());
        }
    }

    private static BrowserWindows windows(ExtensionContext context) {
        return store(context).computeIfAbsent(BrowserWindows.class, _ -> new BrowserWindows(started()),
                BrowserWindows.class);
    }

    /** That of all classes; closed after the last one. */
    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getRoot().getStore(SPACE);
    }

    private static BrowserProcess started() {
        try {
            return BrowserProcess.start(ChromiumProgram.installed().orElseThrow());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void skip(Class<?> tests) {
        int count = (int) Arrays.stream(tests.getDeclaredMethods()).filter(BrowserBed::isTest).count();
        if (Optional.ofNullable(System.getenv("CI")).filter("true"::equals).isPresent()) {
            Assertions.fail(MISSING);
        }
        System.out.println("skipped for want of a browser: " + SKIPPED.addAndGet(count) + " (" + MISSING + ")");
        Assumptions.abort(MISSING);
    }

    private static boolean isTest(Method method) {
        return method.isAnnotationPresent(Test.class);
    }
}
