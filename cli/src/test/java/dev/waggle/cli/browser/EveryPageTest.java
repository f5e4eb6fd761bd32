package dev.waggle.cli.browser;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Demands on every page of a demo. With {@code -Dwaggle.images=write} it writes the pictures of the documentation. */
@Timeout(120)
@ExtendWith(BrowserBed.class)
class EveryPageTest {

    static final int WIDTH = 1280;
    private static final int HEIGHT = 800;
    private static final int NARROW = 360;
    private static final int MAX_BYTES = 500_000;
    private static final boolean WRITES = "write".equals(System.getProperty("waggle.images"));

    @TempDir
    private static Path folder;
    private static DemoServer demo;

    @BeforeAll
    static void serve() throws Exception {
        demo = DemoServer.start(folder.resolve("data"));
    }

    @AfterAll
    static void close() {
        demo.close();
    }

    @ParameterizedTest
    @EnumSource(DashboardPage.class)
    void isAccessibleSmallAndWithinTheWindow(DashboardPage page, BrowserWindow window) throws Exception {
        window.open(demo.server().login());
        var _ = window.command("Network.setCacheDisabled", Map.of("cacheDisabled", true));
        window.size(WIDTH, HEIGHT);
        var _ = window.command("Emulation.setScrollbarsHidden", Map.of("hidden", WRITES));
        for (PageTheme theme : PageTheme.values()) {
            window.theme(theme);
            window.open(demo.address(page));
            PageState.awaitReady(window);
            AxeCheck.requireAccessible(window, page + " " + theme);
            if (WRITES) {
                write(page, theme, window);
            }
        }
        assertThat(PageState.bytes(window)).as("bytes over the wire of " + page).isBetween(1L, (long) MAX_BYTES);
        KeyboardCheck.requireReachable(window, page.name());
        window.size(NARROW, HEIGHT);
        assertThat(PageState.wideElements(window)).as("wider than the window: " + page).isEmpty();
        AxeCheck.requireAccessible(window, page + " narrow");
    }

    private static void write(DashboardPage page, PageTheme theme, BrowserWindow window) throws IOException {
        BufferedImage picture = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(window.png())));
        Path file = page.picture(theme);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.write(file, IndexedPng.of(picture));
    }
}
