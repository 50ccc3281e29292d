# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A stand-in for Homebrew: runs the blocks `install` and `test` of a formula.
#
#   ruby formula.rb <formula> <prefix> <option of CMake>...
#
# In the folder of the sources; what `test` calls is in <prefix>/bin.

require "open3"
require "pathname"
require "tmpdir"

class Pathname
  def /(name) = self + name
  # Homebrew's makes the file; Ruby's changes it.
  alias write_over write
  def write(text) = exist? ? raise("#{self} is there") : write_over(text)
end

class Formula
  @values = {}
  class << self
    attr_reader :test_block, :values
    def inherited(formula) = formula.instance_variable_set(:@values, Hash.new { |all, key| all[key] = [] })
    %i[desc homepage url sha256 license depends_on].each do |name|
      define_method(name) { |value| @values[name] << value }
    end
    def test(&block) = @test_block = block
  end

  attr_reader :bin, :std_cmake_args, :testpath

  def initialize(prefix, options)
    @bin = prefix/"bin"
    @std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=#{prefix}", "-DCMAKE_BUILD_TYPE=Release", *options]
  end

  def system(*command)
    words = command.map(&:to_s)
    Kernel.system(*words, out: File::NULL) || raise("failed: #{words.join(" ")}")
  end

  def shell_output(command)
    text, status = Open3.capture2(command)
    status.success? ? text : raise("failed: #{command}")
  end

  def assert_match(wanted, text)
    text.match?(wanted) || raise("no '#{wanted}' in: #{text}")
  end

  def run_test
    Dir.mktmpdir do |folder|
      @testpath = Pathname(folder)
      Dir.chdir(folder) { instance_eval(&self.class.test_block) }
    end
  end
end

path, prefix, *options = ARGV
load path
formula = Metaobj.new(Pathname(prefix), options)
formula.install
formula.run_test
Metaobj.values.each { |name, values| puts "#{name}: #{values.join(", ")}" }
