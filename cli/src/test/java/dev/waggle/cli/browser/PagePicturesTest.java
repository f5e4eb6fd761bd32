package dev.waggle.cli.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The pictures of the pages; {@code EveryPageTest} writes them with {@code -Dwaggle.images=write}. */
class PagePicturesTest {

    private static final int MAX_BYTES = 80_000;

    @Test
    void everyPageHasASmallPictureInBothThemes() throws IOException {
        for (DashboardPage page : DashboardPage.values()) {
            for (PageTheme theme : PageTheme.values()) {
                Path file = page.picture(theme);
                assertThat(file).isRegularFile();
                assertThat(Files.size(file)).as("bytes of " + file).isLessThanOrEqualTo(MAX_BYTES);
                BufferedImage picture = Objects.requireNonNull(ImageIO.read(file.toFile()), file.toString());
                assertThat(picture.getColorModel()).as("colours of " + file).isInstanceOf(IndexColorModel.class);
                assertThat(picture.getWidth()).isEqualTo(EveryPageTest.WIDTH);
            }
        }
    }

    @Test
    void theFolderHoldsNoOtherPicture() throws IOException {
        try (Stream<Path> files = Files.list(ProjectFiles.at("docs/images"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(names());
        }
    }

    @Test
    void theDocumentationShowsEveryPicture() throws IOException {
        String text = documentation();

        assertThat(names()).filteredOn(name -> !text.contains("images/" + name)).isEmpty();
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (DashboardPage page : DashboardPage.values()) {
            for (PageTheme theme : PageTheme.values()) {
                names.add(page.pictureName(theme));
            }
        }
        return names;
    }

    private static String documentation() throws IOException {
        StringBuilder all = new StringBuilder(Files.readString(ProjectFiles.at("README.md")));
        try (Stream<Path> files = Files.walk(ProjectFiles.at("docs"))) {
            for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
                all.append(Files.readString(page));
            }
        }
        return all.toString();
    }
}
