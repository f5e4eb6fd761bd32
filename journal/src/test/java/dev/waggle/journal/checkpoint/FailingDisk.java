package dev.waggle.journal.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The real disk, on which one step fails. Only steps that change something count, from 1. */
final class FailingDisk implements CheckpointDisk {

    /** Way in which the step fails. */
    enum Way {
        /** One error of the operating system; a write is half done. */
        AN_ERROR,
        /** The end of the process; no later step is done. */
        THE_END
    }

    /** The end of the process. */
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final CheckpointDisk real = CheckpointDisk.real();
    private int failing;
    private final Way way;
    private final List<String> steps = new ArrayList<>();

    FailingDisk(int failing, Way way) {
        this.failing = failing;
        this.way = way;
    }

    /** Lets every step succeed from now on. */
    void mend() {
        failing = 0;
    }

    List<String> steps() {
        return steps;
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        step("make folder");
        real.createFolder(folder);
    }

    @Override
    public boolean create(Path file) throws IOException {
        step("create");
        return real.create(file);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        if (steps.size() + 1 == failing) {
            Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        }
        step("write and force");
        real.write(file, bytes);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        step("rename");
        real.rename(from, to);
    }

    @Override
    public boolean delete(Path file) throws IOException {
        step("delete");
        return real.delete(file);
    }

    @Override
    public void forceFolder(Path folder) throws IOException {
        step("force names " + folder.getFileName());
        real.forceFolder(folder);
    }

    @Override
    public byte[] read(Path file, int limit) throws IOException {
        return real.read(file, limit);
    }

    @Override
    public long size(Path file) throws IOException {
        return real.size(file);
    }

    @Override
    public List<Path> files(Path folder) throws IOException {
        step("files");
        return real.files(folder);
    }

    private void step(String what) throws IOException {
        steps.add(what);
        if (steps.size() == failing) {
            switch (way) {
                case AN_ERROR -> throw new IOException("no space left at step " + failing + ": " + what);
                case THE_END -> throw new Killed();
            }
        }
    }
}
