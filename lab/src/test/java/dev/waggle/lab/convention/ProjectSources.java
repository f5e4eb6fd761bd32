package dev.waggle.lab.convention;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import org.jspecify.annotations.Nullable;

/** Sources of all modules below one folder of each, parsed once. */
final class ProjectSources {

    private static final Path ROOT = Objects.requireNonNull(Path.of(System.getProperty("basedir", "lab"))
            .toAbsolutePath().normalize().getParent());

    private final List<SourceType> types = new ArrayList<>();
    private final List<DocBlock> docs = new ArrayList<>();
    private final List<SourceFile> files = new ArrayList<>();

    private ProjectSources() {}

    /** A file with Java source, by its path below the root of the project. */
    record SourceFile(String path, String packageName) {}

    /** A type that is not nested. */
    record SourceType(String file, String qualifiedName, String simpleName) {}

    /** A Javadoc comment as it is written, without its stars. */
    record DocBlock(String file, long line, String text) {}

    /** The folder of the project. */
    static Path root() {
        return ROOT;
    }

    static ProjectSources main() throws IOException {
        return read("src/main/java");
    }

    static ProjectSources tests() throws IOException {
        return read("src/test/java");
    }

    private static ProjectSources read(String folder) throws IOException {
        ProjectSources sources = new ProjectSources();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(javaFiles(folder)));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                sources.add(unit, trees);
            }
        }
        return sources;
    }

    List<SourceFile> files() {
        return files;
    }

    List<SourceType> types() {
        return types;
    }

    List<DocBlock> docs() {
        return docs;
    }

    private static List<Path> javaFiles(String folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(dir -> dir.resolve(folder)).filter(Files::isDirectory).sorted()
                    .toList()) {
                try (Stream<Path> walk = Files.walk(module)) {
                    walk.filter(file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".java"))
                            .filter(file -> !file.endsWith("module-info.java")).sorted().forEach(found::add);
                } catch (UncheckedIOException unreadable) {
                    throw unreadable.getCause();
                }
            }
        }
        return found;
    }

    private void add(CompilationUnitTree unit, DocTrees trees) {
        String file = ROOT.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        String packageName = String.valueOf(unit.getPackageName());
        files.add(new SourceFile(file, packageName));
        for (Tree declared : unit.getTypeDecls()) {
            if (declared instanceof ClassTree type) {
                String name = type.getSimpleName().toString();
                types.add(new SourceType(file, packageName + '.' + name, name));
            }
        }
        var _ = new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitPackage(PackageTree tree, @Nullable Void none) {
                note(tree);
                return super.visitPackage(tree, null);
            }

            @Override
            public @Nullable Void visitClass(ClassTree tree, @Nullable Void none) {
                note(tree);
                return super.visitClass(tree, null);
            }

            @Override
            public @Nullable Void visitMethod(MethodTree tree, @Nullable Void none) {
                note(tree);
                return super.visitMethod(tree, null);
            }

            @Override
            public @Nullable Void visitVariable(VariableTree tree, @Nullable Void none) {
                note(tree);
                return super.visitVariable(tree, null);
            }

            private void note(Tree tree) {
                String text = trees.getDocComment(getCurrentPath());
                if (text != null) {
                    long start = trees.getSourcePositions().getStartPosition(unit, tree);
                    docs.add(new DocBlock(file, unit.getLineMap().getLineNumber(Math.max(start, 0)), text.strip()));
                }
            }
        }.scan(unit, null);
    }
}
