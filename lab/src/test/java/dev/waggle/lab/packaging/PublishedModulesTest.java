package dev.waggle.lab.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import static org.assertj.core.api.Assertions.assertThat;

/** The POM files of the modules that are published, and the BOM that lists them. */
class PublishedModulesTest {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());
    private static final String MODULES = "/project/modules/module";
    private static final XPath PATHS = XPathFactory.newInstance().newXPath();

    @Test
    void theBomListsEveryPublishedModuleInTheirOneVersion() throws Exception {
        List<String> published = new ArrayList<>();
        for (String module : texts(pom(""), MODULES)) {
            Document pom = pom(module);
            if (!module.equals("bom") && !text(pom, "/project/properties/maven.deploy.skip").equals("true")) {
                published.add(text(pom, "/project/artifactId"));
                assertThat(text(pom, "/project/parent/version")).isEqualTo(text(pom(""), "/project/version"));
            }
        }
        Document bom = pom("bom");

        assertThat(published).hasSizeGreaterThan(15);
        assertThat(texts(bom, "//dependencyManagement/dependencies/dependency/artifactId"))
                .containsExactlyInAnyOrderElementsOf(published);
        assertThat(texts(bom, "//dependencyManagement/dependencies/dependency/version"))
                .containsOnly("${project.version}");
        assertThat(text(bom, "/project/version")).isEqualTo(text(pom(""), "/project/version"));
    }

    /** A parent would bring the versions of all our libraries into the projects that import the BOM. */
    @Test
    void theBomHasNoVersionOfAnotherLibrary() throws Exception {
        assertThat(texts(pom("bom"), "/project/parent")).isEmpty();
        assertThat(texts(pom("bom"), "//dependencyManagement/dependencies/dependency/groupId"))
                .containsOnly("dev.waggle");
    }

    @Test
    void onlyModulesThatAreNotPublishedNeedTheTestsOfOthers() throws Exception {
        assertThat(texts(pom(""), "/project/profiles/profile" + MODULES.substring("/project".length())))
                .containsExactly("lab");
        assertThat(text(pom("lab"), "/project/properties/maven.deploy.skip")).isEqualTo("true");
    }

    /** Maven Central, requirements for a POM; what a module inherits stands in the parent. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bom"})
    void aPomWithoutParentHasWhatMavenCentralRequires(String module) throws Exception {
        Document pom = pom(module);

        for (String required : List.of("name", "description", "url", "licenses/license/name", "licenses/license/url",
                "developers/developer/name", "scm/connection", "scm/developerConnection", "scm/url",
                "issueManagement/url")) {
            assertThat(text(pom, "/project/" + required)).as(required + " of pom.xml " + module).isNotBlank();
        }
        assertThat(text(pom, "/project/properties/waggle.home"))
                .isEqualTo(text(pom(""), "/project/properties/waggle.home"));
    }

    @Test
    void everyModuleHasANameAndADescriptionOfItsOwn() throws Exception {
        List<String> descriptions = new ArrayList<>();
        for (String module : texts(pom(""), MODULES)) {
            assertThat(text(pom(module), "/project/name")).as("name of " + module).startsWith("Waggle ");
            descriptions.add(text(pom(module), "/project/description"));
        }

        assertThat(descriptions).doesNotHaveDuplicates().allMatch(description -> description.endsWith("."));
    }

    private static Document pom(String module) throws ParserConfigurationException, IOException, SAXException {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
    }

    private static String text(Document pom, String path) throws XPathExpressionException {
        return PATHS.evaluate(path, pom).strip();
    }

    private static List<String> texts(Document pom, String path) throws XPathExpressionException {
        NodeList nodes = (NodeList) PATHS.evaluate(path, pom, XPathConstants.NODESET);
        List<String> texts = new ArrayList<>();
        for (int each = 0; each < nodes.getLength(); each++) {
            texts.add(nodes.item(each).getTextContent().strip());
        }
        return texts;
    }
}
